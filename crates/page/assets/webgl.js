// WebGL 2 in few words: the context of a canvas, programs, meshes that are drawn many times at once, and a count of what is drawn.

// The context; null where the browser has none.
function openWebgl(canvas) {
  // The picture is kept, so that it can be printed.
  return canvas.getContext("webgl2", { antialias: true, alpha: false, preserveDrawingBuffer: true });
}

// Where the numbers of a vertex and of a thing stand, so that a mesh can be drawn by any program that knows these names.
const WEBGL_PLACES = { shape: 0, normal: 1, part: 2, place: 3, from: 3, stalk: 3, size: 4, to: 4, tip: 4, turn: 5, width: 5, colour: 6 };

// A program with the places of its uniforms: `{ program, at: { name: place } }`.
function webglProgram(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp sampler2DShadow;\n${text}`);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  for (const [name, place] of Object.entries(WEBGL_PLACES)) if (new RegExp(`\\b${name}\\b`).test(vertex)) gl.bindAttribLocation(program, place, name);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
    throw new Error(`a program of the 3D view does not link: ${[gl.getProgramInfoLog(program), ...logs].join(" ")}`);
  }
  const at = {};
  for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
    const { name } = gl.getActiveUniform(program, i);
    at[name] = gl.getUniformLocation(program, name);
  }
  return { program, at };
}

// Sets uniforms by the kind of their values: a number, a vector, a matrix.
function setUniforms(gl, { at }, values) {
  for (const [name, value] of Object.entries(values)) {
    const place = at[name];
    if (place === undefined) continue;
    if (typeof value === "number") gl.uniform1f(place, value);
    else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
    else gl[`uniform${value.length}fv`](place, value);
  }
}

// A mesh: its vertices, its triangles, and numbers of each thing that it is drawn for. `layout` and `each` are lists of
// `[name, how many]` as they stand beside each other in the array; a byte colour is `[name, 4, "bytes"]` and stands last of a thing, in place
// of one number.
class WebglMesh {
  constructor(gl, { vertices, layout, triangles, each = null }) {
    Object.assign(this, { gl, corners: triangles.length, count: each ? 0 : 1, isMany: each !== null });
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    this.buffers = [];
    this.bind(layout, 0);
    gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);
    if (each) this.things = this.bind(each, 1);
    this.buffer(gl.ELEMENT_ARRAY_BUFFER);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
  }

  bind(layout, divisor) {
    const { gl } = this;
    const buffer = this.buffer(gl.ARRAY_BUFFER);
    const stride = 4 * layout.reduce((sum, [, many, bytes]) => sum + (bytes ? 1 : many), 0);
    let offset = 0;
    for (const [name, many, bytes] of layout) {
      const place = WEBGL_PLACES[name];
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, many, bytes ? gl.UNSIGNED_BYTE : gl.FLOAT, Boolean(bytes), stride, offset);
      gl.vertexAttribDivisor(place, divisor);
      offset += 4 * (bytes ? 1 : many);
    }
    return buffer;
  }

  buffer(kind) {
    const buffer = this.gl.createBuffer();
    this.gl.bindBuffer(kind, buffer);
    this.buffers.push(buffer);
    return buffer;
  }

  free() {
    this.buffers.forEach((buffer) => this.gl.deleteBuffer(buffer));
    this.gl.deleteVertexArray(this.array);
  }

  // The things that it is drawn for, from now on.
  setThings(numbers, count) {
    const { gl } = this;
    this.count = count;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.things);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
  }

  // Draws it, and adds to the counts.
  draw(counts) {
    if (this.count === 0) return;
    const { gl } = this;
    gl.bindVertexArray(this.array);
    if (this.isMany) gl.drawElementsInstanced(gl.TRIANGLES, this.corners, gl.UNSIGNED_INT, 0, this.count);
    else gl.drawElements(gl.TRIANGLES, this.corners, gl.UNSIGNED_INT, 0);
    counts.draws += 1;
    counts.triangles += (this.corners / 3) * this.count;
  }
}

// A map of what the sun sees: `{ frame, texture, side }`.
function webglShadows(gl, side) {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, side, side);
  for (const [name, value] of [
    [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE], [gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL], [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
    [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
  ]) gl.texParameteri(gl.TEXTURE_2D, name, value);
  const frame = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
  gl.drawBuffers([gl.NONE]);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return { frame, texture, side };
}
