//! Words and expressions from text: `F(l) [ +(30) A(l * 0.7, n - 1) ]`.

/// A text that is no word or expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}`, at character {at}: {problem}")]
pub struct ParseError {
    /// The whole text.
    pub text: String,
    /// Where it goes wrong, from 1.
    pub at: usize,
    /// What is wrong.
    pub problem: String,
}

/// A letter to be, with expressions for its numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Template {
    pub(super) letter: char,
    pub(super) arguments: Vec<Expression>,
}

/// A sum or product of numbers and of the values of a letter.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Number(f64),
    /// The letter's value of this number.
    Value(usize),
    /// `~(a)`: a number from −a to a, another one each time.
    Stray(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Less,
    Greater,
}

impl Expression {
    /// The value for these numbers of a letter; `stray` gives a number from −1 to 1 for each stray. Comparisons
    /// give 1 or 0.
    pub(super) fn value(&self, values: &[f64], stray: &mut impl FnMut() -> f64) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Value(number) => values[*number],
            Self::Stray(reach) => reach.value(values, stray) * stray(),
            Self::Binary(operator, left, right) => {
                let (left, right) = (left.value(values, stray), right.value(values, stray));
                match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right,
                    Operator::Divide => left / right,
                    Operator::Less => f64::from(u8::from(left < right)),
                    Operator::Greater => f64::from(u8::from(left > right)),
                }
            }
        }
    }
}

/// A word whose expressions may use the named values.
pub(super) fn word(text: &str, names: &[String]) -> Result<Vec<Template>, ParseError> {
    let mut reader = Reader::new(text, names);
    let mut word = Vec::new();
    while let Some(letter) = reader.next() {
        let mut arguments = Vec::new();
        if reader.takes('(') {
            loop {
                arguments.push(reader.comparison()?);
                if !reader.takes(',') {
                    break;
                }
            }
            reader.expect(')')?;
        }
        word.push(Template { letter, arguments });
    }
    Ok(word)
}

/// A lone expression.
pub(super) fn expression(text: &str, names: &[String]) -> Result<Expression, ParseError> {
    let mut reader = Reader::new(text, names);
    let expression = reader.comparison()?;
    match reader.next() {
        Some(found) => Err(reader.problem(format!("found `{found}` after the end of the expression"))),
        None => Ok(expression),
    }
}

/// A letter and the names of its values: `A(l, n)`.
pub(super) fn head(text: &str) -> Result<(char, Vec<String>), ParseError> {
    let mut reader = Reader::new(text, &[]);
    let letter = reader
        .next()
        .ok_or_else(|| reader.problem("a rule needs a letter to replace".to_owned()))?;
    let mut names = Vec::new();
    if reader.takes('(') {
        loop {
            names.push(reader.name()?);
            if !reader.takes(',') {
                break;
            }
        }
        reader.expect(')')?;
    }
    match reader.next() {
        Some(found) => Err(reader.problem(format!("found `{found}` after the letter to replace"))),
        None => Ok((letter, names)),
    }
}

struct Reader<'a> {
    text: &'a str,
    characters: Vec<char>,
    at: usize,
    names: &'a [String],
    depth: u32,
}

/// Brackets within brackets: beyond this a text is refused rather than the stack spent.
const DEEPEST: u32 = 64;

impl<'a> Reader<'a> {
    fn new(text: &'a str, names: &'a [String]) -> Self {
        Self {
            text,
            characters: text.chars().collect(),
            at: 0,
            names,
            depth: 0,
        }
    }

    fn problem(&self, problem: String) -> ParseError {
        ParseError {
            text: self.text.to_owned(),
            at: self.at + 1,
            problem,
        }
    }

    fn peek(&mut self) -> Option<char> {
        while self
            .characters
            .get(self.at)
            .is_some_and(|next| next.is_whitespace())
        {
            self.at += 1;
        }
        self.characters.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn takes(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, wanted: char) -> Result<(), ParseError> {
        if self.takes(wanted) {
            Ok(())
        } else {
            Err(self.problem(format!("expected `{wanted}`")))
        }
    }

    fn name(&mut self) -> Result<String, ParseError> {
        let mut name = String::new();
        self.peek();
        while let Some(&next) = self
            .characters
            .get(self.at)
            .filter(|next| next.is_alphanumeric() || **next == '_')
        {
            name.push(next);
            self.at += 1;
        }
        if name.starts_with(|first: char| first.is_alphabetic()) {
            Ok(name)
        } else {
            Err(self.problem("expected a name or a number".to_owned()))
        }
    }

    fn comparison(&mut self) -> Result<Expression, ParseError> {
        self.binary(Self::sum, &[('<', Operator::Less), ('>', Operator::Greater)])
    }

    fn sum(&mut self) -> Result<Expression, ParseError> {
        self.binary(Self::product, &[('+', Operator::Add), ('-', Operator::Subtract)])
    }

    fn product(&mut self) -> Result<Expression, ParseError> {
        self.binary(
            Self::factor,
            &[('*', Operator::Multiply), ('/', Operator::Divide)],
        )
    }

    fn binary(
        &mut self,
        operand: fn(&mut Self) -> Result<Expression, ParseError>,
        operators: &[(char, Operator)],
    ) -> Result<Expression, ParseError> {
        let mut left = operand(self)?;
        while let Some(&(_, operator)) = operators.iter().find(|(sign, _)| self.takes(*sign)) {
            let right = operand(self)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expression, ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.problem(format!("brackets stand more than {DEEPEST} deep")));
        }
        let factor = self.factor_within();
        self.depth -= 1;
        factor
    }

    fn factor_within(&mut self) -> Result<Expression, ParseError> {
        if self.takes('-') {
            let zero = Box::new(Expression::Number(0.0));
            return Ok(Expression::Binary(
                Operator::Subtract,
                zero,
                Box::new(self.factor()?),
            ));
        }
        if self.takes('~') {
            return Ok(Expression::Stray(Box::new(self.factor()?)));
        }
        if self.takes('(') {
            let inner = self.comparison()?;
            self.expect(')')?;
            return Ok(inner);
        }
        if self
            .peek()
            .is_some_and(|next| next.is_ascii_digit() || next == '.')
        {
            return self.number();
        }
        let start = self.at;
        let name = self.name()?;
        let value = self.names.iter().position(|known| *known == name);
        value.map(Expression::Value).ok_or_else(|| {
            self.at = start;
            self.problem(format!("`{name}` is no value of the letter that is replaced"))
        })
    }

    fn number(&mut self) -> Result<Expression, ParseError> {
        let start = self.at;
        while self
            .characters
            .get(self.at)
            .is_some_and(|next| next.is_ascii_digit() || *next == '.')
        {
            self.at += 1;
        }
        let digits: String = self.characters[start..self.at].iter().collect();
        digits.parse().map(Expression::Number).map_err(|_| {
            self.at = start;
            self.problem(format!("`{digits}` is no number"))
        })
    }
}
