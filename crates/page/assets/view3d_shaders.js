// The programs of the 3D view, in the language of WebGL 2 (GLSL ES 3.00). Colours are linear until `shown`; places are metres from the
// middle of the view.

const GLSL_NOISE = `
float hash(vec3 p) { p = fract(p * 0.3183099 + 0.1); p *= 17.0; return fract(p.x * p.y * p.z * (p.x + p.y + p.z)); }
float noise(vec3 p) {
  vec3 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(
    mix(mix(hash(i), hash(i + vec3(1, 0, 0)), f.x), mix(hash(i + vec3(0, 1, 0)), hash(i + vec3(1, 1, 0)), f.x), f.y),
    mix(mix(hash(i + vec3(0, 0, 1)), hash(i + vec3(1, 0, 1)), f.x), mix(hash(i + vec3(0, 1, 1)), hash(i + vec3(1, 1, 1)), f.x), f.y), f.z);
}`;

// What every fragment asks of the light.
const GLSL_LIGHT = `
uniform vec3 sun, sunColour, zenith, horizon, bounce, eye;
uniform mat4 sunMatrix;
uniform vec2 haze; // from which distance on, and how dense
uniform sampler2DShadow shadows;
out vec4 colourOut;
vec3 linear(vec3 colour) { return pow(colour, vec3(2.2)); }
// The share of the sun that comes through: five places of the map, so that edges are soft.
float sunned(vec3 at, float bias) {
  vec4 seen = sunMatrix * vec4(at, 1.0);
  vec3 p = seen.xyz * 0.5 + 0.5;
  if (any(greaterThan(abs(seen.xy), vec2(1.0)))) return 1.0;
  float step = 1.1 / float(textureSize(shadows, 0).x);
  p.z -= bias;
  float sum = texture(shadows, p);
  sum += texture(shadows, p + vec3(step, step, 0)) + texture(shadows, p + vec3(-step, step, 0));
  sum += texture(shadows, p + vec3(step, -step, 0)) + texture(shadows, p + vec3(-step, -step, 0));
  return sum / 5.0;
}
// \`wrap\` lets light round a crown, which is no wall.
vec3 lit(vec3 colour, vec3 at, vec3 normal, float wrap, float bias) {
  float facing = max((dot(normal, sun) + wrap) / (1.0 + wrap), 0.0);
  float through = sun.z > -0.02 && facing > 0.0 ? sunned(at, bias) : 0.0;
  vec3 sky = mix(bounce, mix(horizon, zenith, 0.6) * 0.85, normal.z * 0.5 + 0.5);
  return colour * (sky + sunColour * facing * through);
}
void shown(vec3 colour, vec3 at) {
  float far = 1.0 - exp(-max(length(at - eye) - haze.x, 0.0) * haze.y);
  colour = mix(colour, horizon, far * 0.5);
  colourOut = vec4(pow(1.0 - exp(-1.35 * colour), vec3(1.0 / 2.2)), 1.0);
}`;

// Leaves out as many fragments as a thing has faded.
const GLSL_FADED = `if (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) > opacity) discard;`;

const SHADOW_FRAGMENT = "void main() {}";
const FADED_SHADOW_FRAGMENT = `in float opacity; void main() { ${GLSL_FADED} }`;

const TREE_VERTEX = `
in vec3 shape, normal;
in float part;
in vec3 place;
in vec4 size; // height, base of the crown, its radius, radius of the stem
in float turn;
in vec4 colour;
uniform mat4 matrix;
out vec3 at, facing, own, crownColour;
out float isCrown, share;
out float opacity;
void main() {
  vec2 wide = vec2(part > 0.5 ? size.z : size.w);
  float low = part > 0.5 ? size.y : 0.0;
  float tall = size.x - low;
  float sine = sin(turn), cosine = cos(turn);
  mat2 turned = mat2(cosine, sine, -sine, cosine);
  own = vec3(shape.xy * wide, low + shape.z * tall);
  at = place + vec3(turned * own.xy, own.z);
  own += turn * 31.0;
  vec3 stretched = normal / vec3(wide, tall);
  facing = normalize(vec3(turned * stretched.xy, stretched.z));
  isCrown = part;
  share = shape.z;
  crownColour = colour.rgb;
  opacity = colour.a;
  gl_Position = matrix * vec4(at, 1.0);
}`;

const TREE_FRAGMENT = `
in vec3 at, facing, own, crownColour;
in float isCrown, share, opacity;
${GLSL_NOISE}${GLSL_LIGHT}
void main() {
  ${GLSL_FADED}
  vec3 normal = normalize(facing);
  if (isCrown < 0.5) {
    vec3 bark = linear(mix(vec3(0.42, 0.34, 0.27), crownColour, crownColour == vec3(0.0) ? 1.0 : 0.12));
    shown(lit(bark * (0.8 + 0.4 * noise(own * vec3(9.0, 9.0, 1.5))), at, normal, 0.2, 0.002), at);
    return;
  }
  // Clumps and leaves, as far as the eye can tell them apart.
  vec3 p = own * vec3(1.1, 1.1, 1.5);
  float pixel = max(fwidth(p.x), max(fwidth(p.y), fwidth(p.z)));
  float near = 1.0 - smoothstep(0.3, 1.0, pixel), close = 1.0 - smoothstep(0.08, 0.3, pixel);
  vec3 clumps = vec3(noise(p), noise(p + 7.3), noise(p + 13.7)) - 0.5;
  vec3 leaves = vec3(noise(p * 4.1), noise(p * 4.1 + 7.3), noise(p * 4.1 + 13.7)) - 0.5;
  float rim = abs(dot(normal, normalize(eye - at)));
  float fine = close > 0.9 ? noise(p * 15.0) - 0.5 : 0.0;
  if (rim < 0.5 * near * (0.5 + clumps.x + close * leaves.x + fine) - 0.06) discard;
  vec3 bent = normalize(normal + near * 1.5 * clumps + close * 1.1 * leaves);
  // Darker where leaves hang deep: low in the crown, and between clumps.
  float deep = mix(0.5, 1.05, smoothstep(-0.1, 0.75, share)) * (1.0 + near * 1.1 * clumps.x + close * 0.8 * leaves.x + 0.7 * fine);
  shown(lit(linear(crownColour) * deep, at, bent, 0.3, 0.004), at);
}`;

const WOOD_VERTEX = `
in vec3 shape;
in vec4 from, to; // place and radius
in vec4 colour;
uniform mat4 matrix;
out vec3 at, facing, own, woodColour;
out float opacity;
void main() {
  vec3 axis = to.xyz - from.xyz;
  float span = max(length(axis), 1e-5);
  axis /= span;
  vec3 side = normalize(abs(axis.z) > 0.9 ? cross(axis, vec3(1, 0, 0)) : cross(axis, vec3(0, 0, 1)));
  vec3 other = cross(axis, side);
  facing = side * shape.x + other * shape.y;
  // A little beyond its ends, so that bends are closed.
  float radius = mix(from.w, to.w, shape.z);
  at = mix(from.xyz, to.xyz, shape.z) + axis * (shape.z - 0.5) * radius * 0.6 + facing * radius;
  own = at;
  woodColour = colour.rgb;
  opacity = colour.a;
  gl_Position = matrix * vec4(at, 1.0);
}`;

const WOOD_FRAGMENT = `
in vec3 at, facing, own, woodColour;
in float opacity;
uniform float plain;
${GLSL_NOISE}${GLSL_LIGHT}
void main() {
  ${GLSL_FADED}
  if (plain > 0.5) { colourOut = vec4(woodColour, 1.0); return; }
  vec3 wood = linear(woodColour) * (0.75 + 0.5 * noise(own * vec3(14.0, 14.0, 4.0)));
  shown(lit(wood, at, normalize(facing), 0.25, 0.0015), at);
}`;

const LEAF_VERTEX = `
in vec2 shape;
in vec3 stalk, tip;
in float width;
in vec4 colour;
uniform mat4 matrix;
out vec3 at, facing, leafColour;
out vec2 on;
out float opacity;
void main() {
  vec3 axis = tip - stalk;
  vec3 side = cross(axis, vec3(0, 0, 1));
  side = length(side) < 1e-6 ? vec3(1, 0, 0) : normalize(side);
  facing = normalize(cross(side, axis));
  at = mix(stalk, tip, shape.y) + side * shape.x * 0.5 * width;
  on = shape;
  leafColour = colour.rgb;
  opacity = colour.a;
  gl_Position = matrix * vec4(at, 1.0);
}`;

// What of the card is leaf: one, or leaflets along a twig.
const GLSL_LEAF_CUT = `
bool isLeaf(vec2 on, float sprays) {
  if (sprays < 0.5) return abs(on.x) < 1.05 * sqrt(max(1.0 - pow(abs(on.y * 2.0 - 0.9) / 1.1, 2.0), 0.0));
  vec2 cell = vec2(abs(on.x) * 2.2, (on.y + 0.3 * abs(on.x)) * 6.0);
  vec2 within = fract(cell) - 0.5;
  float far = length(vec2(abs(on.x), on.y - 0.5) * vec2(0.95, 1.9));
  return far < 1.0 && (dot(within, within) < 0.2 || abs(on.x) < 0.03);
}`;

const LEAF_FRAGMENT = `
in vec3 at, facing, leafColour;
in vec2 on;
in float opacity;
uniform float sprays;
${GLSL_LEAF_CUT}${GLSL_LIGHT}
void main() {
  ${GLSL_FADED}
  if (!isLeaf(on, sprays)) discard;
  vec3 normal = normalize(facing);
  float towards = dot(normal, sun);
  // Half of what falls on the far side shines through.
  vec3 sunny = towards < 0.0 ? -normal * 0.5 : normal;
  if (dot(normal, eye - at) < 0.0) normal = -normal;
  float through = sunned(at, 0.003);
  vec3 sky = mix(bounce, mix(horizon, zenith, 0.6) * 0.85, normal.z * 0.5 + 0.5);
  shown(linear(leafColour) * (sky + sunColour * (0.15 + 0.85 * max(dot(sunny, sun), 0.0)) * through), at);
}`;

const LEAF_SHADOW_FRAGMENT = `
in vec2 on;
in float opacity;
uniform float sprays;
${GLSL_LEAF_CUT}
void main() { ${GLSL_FADED} if (!isLeaf(on, sprays)) discard; }`;

const GROUND_VERTEX = `
in vec3 shape, normal;
uniform mat4 matrix;
out vec3 at, facing;
void main() { at = shape; facing = normal; gl_Position = matrix * vec4(at, 1.0); }`;

const GROUND_FRAGMENT = `
in vec3 at, facing;
uniform float glass;
${GLSL_NOISE}${GLSL_LIGHT}
void main() {
  if (glass > 0.5 && mod(gl_FragCoord.x + gl_FragCoord.y, 2.0) < 1.0) discard;
  vec3 normal = normalize(facing);
  vec3 earth;
  if (normal.z < 0.05) {
    earth = vec3(0.2, 0.155, 0.115) * (0.85 + 0.3 * noise(vec3(at.xy * 0.6, at.z * 3.0)));
  } else {
    float patches = 0.65 * noise(vec3(at.xy / 9.0, 1.0)) + 0.35 * noise(vec3(at.xy / 2.5, 2.0));
    earth = linear(mix(vec3(0.43, 0.47, 0.27), vec3(0.55, 0.48, 0.34), clamp((patches - 0.5) * 1.6 + 0.5, 0.0, 1.0)));
  }
  shown(lit(earth, at, normal, 0.0, 0.001), at);
}`;

// The sky behind all: from the horizon up, where the eye looks.
const SKY_VERTEX = `
in vec2 shape;
out vec2 on;
void main() { on = shape; gl_Position = vec4(shape, 0.9999, 1.0); }`;

const SKY_FRAGMENT = `
in vec2 on;
uniform vec3 right, up, back, zenith, horizon, sun, sunColour;
uniform vec2 lens;
out vec4 colourOut;
void main() {
  vec3 look = normalize(right * on.x * lens.x + up * on.y * lens.y - back);
  vec3 sky = mix(horizon, zenith, smoothstep(-0.05, 0.55, look.z));
  float near = max(dot(look, sun), 0.0);
  sky += sunColour * (pow(near, 24.0) * 0.12 + smoothstep(0.9994, 0.9998, near) * 3.0) * smoothstep(-0.05, 0.02, look.z);
  if (look.z < 0.0) sky = mix(horizon, horizon * 0.9, smoothstep(0.0, -0.4, look.z));
  colourOut = vec4(pow(1.0 - exp(-1.35 * sky), vec3(1.0 / 2.2)), 1.0);
}`;
