//! Which files of a crate import which, as their texts have it, and the rings among them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// A file as the module that it is: its folders and its name, below the crate.
type Module = Vec<String>;

/// Rings of files that import each other, each told as these imports, a line each.
///
/// The texts are a crate's, by the path of each file below its source folder. What is imported counts for the file
/// that holds it, not for those that pass it on; `mod`, `pub use`, comments and `#[cfg(test)]` don't count.
pub(crate) fn rings(texts: &BTreeMap<String, String>) -> Vec<String> {
    let path_of: BTreeMap<Module, &String> = texts.keys().map(|path| (module(path), path)).collect();
    let files = texts
        .iter()
        .map(|(path, text)| (module(path), File::read(path, text)));
    let files = Files(files.collect());
    let imports: BTreeMap<&Module, BTreeMap<Module, String>> =
        files.0.keys().map(|file| (file, files.imports(file))).collect();
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = imports
        .keys()
        .map(|&file| (file, reached_from(file, &imports)))
        .collect();
    let ring_of = |file: &Module| -> BTreeSet<&Module> {
        let further = reached[file].iter().copied();
        further.filter(|other| reached[other].contains(file)).collect()
    };
    let rings: BTreeSet<_> = reached.keys().map(|file| ring_of(file)).collect();
    let told = |ring: &BTreeSet<&Module>| {
        let lines = ring.iter().flat_map(|&file| {
            let within = imports[file].iter().filter(|(other, _)| ring.contains(other));
            within
                .map(|(other, written)| format!("{} imports {}: `{written}`", path_of[file], path_of[other]))
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    rings.iter().filter(|ring| !ring.is_empty()).map(told).collect()
}

fn module(path: &str) -> Module {
    let mut names: Module = path
        .trim_end_matches(".rs")
        .split('/')
        .map(str::to_owned)
        .collect();
    let is_folder = |name: &String| ["lib", "main", "mod"].contains(&name.as_str());
    if names.last().is_some_and(is_folder) {
        names.pop();
    }
    names
}

fn reached_from<'a>(
    file: &Module,
    imports: &'a BTreeMap<&Module, BTreeMap<Module, String>>,
) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&Module> = imports[file].keys().collect();
    while let Some(next) = left.pop() {
        if reached.insert(next) {
            left.extend(imports[next].keys());
        }
    }
    reached
}

/// What a file says of others and of itself.
#[derive(Default)]
struct File {
    /// Paths by which its code takes something.
    paths: Vec<Path>,
    /// What the names stand for that a `use` gives it.
    names: BTreeMap<String, Path>,
    /// Modules all of whose names it takes.
    taken_whole: Vec<Path>,
    /// Modules all of whose names it has: those, and others that it only passes on.
    globs: Vec<Path>,
    /// Names of its own.
    defines: BTreeSet<String>,
}

/// A path as it is written, below the inline modules around it.
#[derive(Clone)]
struct Path {
    within: Vec<String>,
    names: Vec<String>,
}

impl Path {
    fn followed_by(&self, rest: impl Iterator<Item = String>) -> Self {
        Self {
            within: self.within.clone(),
            names: self.names.iter().cloned().chain(rest).collect(),
        }
    }
}

/// Where a path leads: to a file as a whole, or to something in it.
struct Holder {
    file: Module,
    is_item: bool,
}

struct Files(BTreeMap<Module, File>);

impl Files {
    /// The files that a file imports, each with the first path by which it does.
    ///
    /// A module that a `use` brings in by its name is none of them; what is then taken by that name is.
    fn imports(&self, file: &Module) -> BTreeMap<Module, String> {
        let of = &self.0[file];
        let whole = of
            .taken_whole
            .iter()
            .map(|path| (path, self.holder(file, path, 0)));
        let items = of.paths.iter().map(|path| {
            let holder = self.holder(file, path, 0);
            (path, holder.filter(|holder| holder.is_item))
        });
        let mut imports = BTreeMap::new();
        for (path, holder) in whole.chain(items) {
            if let Some(holder) = holder.filter(|holder| holder.file != *file) {
                imports
                    .entry(holder.file)
                    .or_insert_with(|| path.names.join("::"));
            }
        }
        imports
    }

    /// The file of the crate that holds what a path names, if there is one.
    fn holder(&self, file: &Module, path: &Path, hands: usize) -> Option<Holder> {
        /// Through more hands no name goes, but one that goes round.
        const MOST_HANDS: usize = 16;
        let mut names = path.names.iter().peekable();
        let mut at: Module = file.iter().chain(&path.within).cloned().collect();
        match names.peek()?.as_str() {
            "crate" => {
                names.next();
                at.clear();
            }
            "self" => {
                names.next();
            }
            "super" => {
                while names.next_if(|name| *name == "super").is_some() {
                    at.pop();
                }
            }
            first if self.0.contains_key(&below(&at, first)) => {}
            _ => return None,
        }
        while let Some(name) = names.next_if(|name| self.0.contains_key(&below(&at, name))) {
            at.push(name.clone());
        }
        // Inline modules stand in their file.
        while !self.0.contains_key(&at) {
            at.pop()?;
        }
        let Some(name) = names.next() else {
            return Some(Holder {
                file: at,
                is_item: false,
            });
        };
        let of = &self.0[&at];
        let is_passed_on = hands < MOST_HANDS && !of.defines.contains(name);
        let further = |from: &Path, name: Option<&String>| {
            let path = from.followed_by(name.cloned().into_iter().chain(names.clone().cloned()));
            self.holder(&at, &path, hands + 1)
        };
        let given = of.names.get(name).filter(|_| is_passed_on);
        let mut globs = of.globs.iter().filter(|_| is_passed_on);
        let found = given.and_then(|path| further(path, None)).or_else(|| {
            let has_it = |holder: &Holder| !holder.is_item || self.0[&holder.file].defines.contains(name);
            globs.find_map(|glob| further(glob, Some(name)).filter(has_it))
        });
        Some(found.unwrap_or(Holder {
            file: at,
            is_item: true,
        }))
    }
}

fn below(module: &Module, name: &str) -> Module {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

impl File {
    fn read(path: &str, text: &str) -> Self {
        let stream: TokenStream = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut tokens = Vec::new();
        flatten(stream, &mut tokens);
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        let mut file = Self::default();
        let mut bare = Vec::new();
        // Inline modules around the token, each with the depth of its braces.
        let mut inline: Vec<(String, usize)> = Vec::new();
        let (mut at, mut depth) = (0, 0_usize);
        while at < tokens.len() {
            let next = tokens.get(at + 1).copied().unwrap_or_default();
            let path = |names: Vec<String>| Path {
                within: inline.iter().map(|(name, _)| name.clone()).collect(),
                names,
            };
            match tokens[at] {
                "#" if tokens[at..].starts_with(&["#", "[", "cfg", "(", "test", ")", "]"]) => {
                    at = item_end(&tokens, at + 7);
                    continue;
                }
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    inline.retain(|(_, of)| *of <= depth);
                }
                "mod" if tokens.get(at + 2) == Some(&"{") => inline.push((next.to_owned(), depth + 1)),
                "pub" if next == "(" => {
                    // To the closing bracket, behind which the item begins.
                    let closing = tokens[at..].iter().position(|token| *token == ")");
                    at += closing.unwrap_or_default();
                }
                "use" => {
                    let is_passed_on = ["pub", ")"].contains(&tokens[at.max(1) - 1]);
                    let length = tokens[at..].iter().position(|token| *token == ";");
                    let end = at + length.unwrap_or_default();
                    for (names, name) in spread(&tokens[at + 1..end]) {
                        let path = path(names);
                        let taken = match name.as_str() {
                            "*" => &mut file.taken_whole,
                            _ => &mut file.paths,
                        };
                        if !is_passed_on {
                            taken.push(path.clone());
                        }
                        if name == "*" {
                            file.globs.push(path);
                        } else {
                            file.names.insert(name, path);
                        }
                    }
                    at = end;
                }
                "struct" | "enum" | "trait" | "type" | "fn" | "const" | "static" if is_name(next) => {
                    file.defines.insert(next.to_owned());
                }
                "macro_rules" => file
                    .defines
                    .extend(tokens.get(at + 2).copied().map(str::to_owned)),
                name if is_name(name) && next == "::" => {
                    let mut names = vec![name.to_owned()];
                    while tokens.get(at + 1) == Some(&"::")
                        && let Some(name) = tokens.get(at + 2).filter(|name| is_name(name))
                    {
                        names.push((*name).to_owned());
                        at += 2;
                    }
                    bare.push(path(names));
                }
                _ => {}
            }
            at += 1;
        }
        for path in bare {
            let given = file.names.get(&path.names[0]);
            let given = given.map(|given| given.followed_by(path.names[1..].iter().cloned()));
            file.paths.push(given.unwrap_or(path));
        }
        file
    }
}

/// Names, brackets, `::` and other signs; no comments, literals and lifetimes.
fn flatten(stream: TokenStream, tokens: &mut Vec<String>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::Parenthesis | Delimiter::None => ["(", ")"],
                };
                tokens.push(open.to_owned());
                flatten(group.stream(), tokens);
                tokens.push(close.to_owned());
            }
            TokenTree::Ident(name) => tokens.push(name.to_string()),
            TokenTree::Punct(sign) if sign.as_char() == '\'' => {
                trees.next();
            }
            TokenTree::Punct(sign) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint => {
                trees.next();
                tokens.push("::".to_owned());
            }
            TokenTree::Punct(sign) => tokens.push(sign.to_string()),
            TokenTree::Literal(_) => {}
        }
    }
}

/// Where the item that begins here has ended.
fn item_end(tokens: &[&str], begin: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(begin) {
        match *token {
            "{" | "[" | "(" => depth += 1,
            "}" | "]" | ")" if depth == 0 => return at,
            "}" if depth == 1 => return at + 1,
            "}" | "]" | ")" => depth -= 1,
            ";" | "," if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The paths in what stands between `use` and `;`, each with the name that it goes by, which is `*` for a glob.
fn spread(tokens: &[&str]) -> Vec<(Vec<String>, String)> {
    let Some(open) = tokens.iter().position(|token| *token == "{") else {
        let (path, renamed) = match tokens {
            [path @ .., "as", name] => (path, Some(*name)),
            path => (path, None),
        };
        let names = path.iter().filter(|token| **token != "::");
        let mut names: Vec<String> = names.map(|&name| name.to_owned()).collect();
        let last = names.last().cloned().unwrap_or_default();
        if last == "*" || (last == "self" && names.len() > 1) {
            names.pop();
        }
        let own = if last == "*" { Some(&last) } else { names.last() };
        let name = renamed.map(str::to_owned).or(own.cloned());
        return name.map(|name| (names, name)).into_iter().collect();
    };
    let before = &tokens[..open];
    let mut depth = 0_usize;
    let parts = tokens[open + 1..tokens.len() - 1].split(|token| {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        depth == 0 && *token == ","
    });
    let whole = parts
        .filter(|part| !part.is_empty())
        .map(|part| [before, part].concat());
    whole.flat_map(|path| spread(&path)).collect()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

#[cfg(test)]
mod tests {
    use super::rings;

    fn rings_of(texts: &[(&str, &str)]) -> Vec<String> {
        let owned = texts
            .iter()
            .map(|&(path, text)| (path.to_owned(), text.to_owned()));
        rings(&owned.collect())
    }

    #[test]
    fn files_that_import_each_other_are_a_ring_and_told_with_their_imports() {
        let ring = [
            ("lib.rs", "mod egg; mod hen; pub use hen::Hen;"),
            ("egg.rs", "use crate::hen::Hen; pub struct Egg(Box<Hen>);"),
            (
                "hen.rs",
                "pub struct Hen; impl Hen { fn lay() -> Option<super::egg::Egg> { None } }",
            ),
        ];
        assert_eq!(
            rings_of(&ring),
            ["egg.rs imports hen.rs: `crate::hen::Hen`\nhen.rs imports egg.rs: `super::egg::Egg`"]
        );
        let one_way = [ring[0], ring[1], ("hen.rs", "pub struct Hen;")];
        assert_eq!(rings_of(&one_way), [""; 0]);
    }

    #[test]
    fn a_ring_is_found_however_the_import_is_written() {
        for import in [
            "use crate::Hen; pub struct Egg(Hen);",
            "use crate::{other::Thing, hen::{self, Hen as Mother}}; pub struct Egg(Mother);",
            "use crate::hen as bird; pub struct Egg(bird::Hen);",
            "use super::hen::*; pub struct Egg(Hen);",
            "mod shell { fn lay() -> super::super::hen::Hen { loop {} } } pub struct Egg;",
            "pub struct Egg; fn lay() { let _ = vec![crate::other::Fowl::new(\"x\", 'y')]; }",
        ] {
            let rings = rings_of(&[
                ("lib.rs", "mod hen; mod egg; mod other; pub use hen::*;"),
                ("egg.rs", import),
                ("hen.rs", "use crate::egg::Egg; pub struct Hen(Egg);"),
                ("other.rs", "pub struct Thing; pub use crate::hen::Hen as Fowl;"),
            ]);
            assert_eq!(rings.len(), 1, "{import}: {rings:?}");
        }
    }

    #[test]
    fn a_folder_that_calls_its_files_and_gives_them_its_types_is_a_ring() {
        let file = ("nest/egg.rs", "use super::Straw; pub fn lay(_: Straw) {}");
        let calls = "mod egg; pub struct Straw; pub fn fill() { egg::lay(Straw) }";
        let rings = rings_of(&[("nest/mod.rs", calls), file]);
        assert_eq!(
            rings,
            ["nest/mod.rs imports nest/egg.rs: `egg::lay`\nnest/egg.rs imports nest/mod.rs: `super::Straw`"]
        );
        for passed_on in ["egg::lay", "egg::*", "{self::egg::lay as put}"] {
            let passes_on = format!("mod egg; pub struct Straw; pub(crate) use {passed_on};");
            assert_eq!(
                rings_of(&[("nest/mod.rs", &passes_on), file]),
                [""; 0],
                "{passed_on}"
            );
        }
    }

    #[test]
    fn each_ring_is_told_for_itself() {
        let rings = rings_of(&[
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "use crate::c::C; pub struct B;"),
            ("c.rs", "use crate::{a::A, d::D}; pub struct C;"),
            ("d.rs", "use crate::e::E; pub struct D;"),
            ("e.rs", "use crate::d::D; pub struct E;"),
        ]);
        let lines: Vec<usize> = rings.iter().map(|ring| ring.lines().count()).collect();
        assert_eq!(lines, [3, 2], "{rings:?}");
    }

    #[test]
    fn comments_literals_and_tests_import_nothing() {
        let hen = r##"
            //! See [`crate::egg::Egg`].
            /* use crate::egg::Egg; */
            pub struct Hen<'egg>(&'egg str);
            const WORDS: &str = r#"use crate::egg::Egg; "crate::egg""#;
            #[cfg(test)]
            use crate::egg::Egg;
            #[cfg(test)]
            mod tests { use crate::egg::Egg; }
        "##;
        let egg = "use crate::hen::Hen; pub struct Egg;";
        assert_eq!(rings_of(&[("egg.rs", egg), ("hen.rs", hen)]), [""; 0]);
    }
}
