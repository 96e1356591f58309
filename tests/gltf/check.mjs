// Reads trees and scenes with programs that are not ours: `npm ci`, then `node check.mjs FILE.glb...`.
//
// The Khronos validator must find no error and no warning. three.js must find, in every level of a tree and in every
// cell of a scene, as many vertices, triangles and instances as the file says in the extras of its nodes. Meshes that
// stand beside a tree, under its name as `.obj` and `.ply`, must hold as many triangles as its nearest level, and
// `skeleton.obj` and `skeleton.ply` as many nodes and segments as each other. A packed tree in a folder `meshopt` must
// hold the same numbers, and the same triangles, as the file of its name in the folder above.
//
// Of a scene a line says as JSON what three.js finds, y up and from the scene's origin: the box round all that there is
// (of a shape that is turned, round its turned box), the instances and triangles of each asset, and the matrix of each
// asset's first instance, column by column. What stands beside the file as `.expected.json`, with `origin_m` and
// `assets.NAME.instances` and `assets.NAME.first` as in that line, must agree with it.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import validator from 'gltf-validator';
import { Box3, Matrix4, Texture } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

// As in a browser: the loader asks for it.
globalThis.self ??= globalThis;

const INSTANCING = 'EXT_mesh_gpu_instancing';

const files = process.argv.slice(2);
assert(files.length > 0, 'name one or more .glb files');
for (const file of files) {
  const json = description(file);
  const stem = file.replace(/\.glb$/, '');
  await validate(file, json);
  if (basename(file) === 'obstacles.glb') {
    await solids(file);
  } else if (json.asset.extras.scene === undefined) {
    const triangles = await tree(file, json);
    meshes(stem, triangles);
    if (basename(dirname(file)) === 'meshopt') await unpacked(file);
    else if (basename(file) === 'tree.glb') lines(join(dirname(file), 'skeleton'));
  } else {
    expected(stem, await scene(file, json));
  }
}

// The first chunk of the file.
function description(file) {
  const bytes = readFileSync(file);
  return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
}

async function validate(file, json) {
  const options = { uri: basename(file), maxIssues: 0 };
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), options);
  // The validator does not know the extension, and takes its lists for unused.
  const lists = (json.nodes ?? []).flatMap((node) => Object.values(instancing(node)?.attributes ?? {}));
  const unused = new Set(lists.map((accessor) => `/accessors/${accessor}`));
  const isOfExtension = ({ code, pointer, message }) =>
    (code === 'UNUSED_OBJECT' && unused.has(pointer)) ||
    (code === 'UNSUPPORTED_EXTENSION' && message.includes(INSTANCING));
  for (const issue of report.issues.messages.filter((issue) => !isOfExtension(issue))) {
    const { severity, code, pointer, message } = issue;
    console.log(`${file}: ${['error', 'warning', 'info', 'hint'][severity]}: ${code} ${pointer}: ${message}`);
  }
  const { numErrors, numWarnings, truncated } = report.issues;
  assert(numErrors === 0 && numWarnings === 0 && !truncated, `${file}: the validator objects`);
  assert.equal(report.info.version, '2.0');
}

function instancing(node) {
  return node.extensions?.[INSTANCING];
}

async function open(file) {
  const bytes = readFileSync(file);
  const loader = new GLTFLoader().register((parser) => ({ name: 'pictures', loadTexture: (at) => picture(parser, at) }));
  loader.setMeshoptDecoder(MeshoptDecoder);
  return loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
}

// What a tree grew around: plain triangles.
async function solids(file) {
  const gltf = await open(file);
  let triangles = 0;
  gltf.scene.traverse((node) => {
    if (node.isMesh) triangles += node.geometry.index.count / 3;
  });
  assert(triangles > 0, `${file}: nothing is there`);
  console.log(`${file}: ${triangles} triangles`);
}

// Triangles of the nearest level.
async function tree(file, json) {
  assert(statSync(file).size <= 2e6 || json.asset.extras.levels > 1, `${file}: a level takes more than 2 MB`);
  const gltf = await open(file);
  let nearest = null;
  assert.equal(gltf.scene, gltf.scenes[0], 'the nearest level opens');
  for (const scene of gltf.scenes) {
    const sums = { meshes: 0, vertices: 0, triangles: 0 };
    scene.traverse((node) => {
      if (node.userData.vertices === undefined) return;
      const parts = [node, ...node.children.filter((child) => child.userData.vertices === undefined)];
      const found = parts.filter((part) => part.isMesh).map(size);
      const sum = (what) => found.reduce((sum, part) => sum + part[what], 0);
      for (const what of ['vertices', 'triangles']) {
        assert.equal(sum(what), node.userData[what], `${file}: ${what} of ${node.name}`);
        sums[what] += sum(what);
      }
      sums.meshes += found.length;
    });
    assert(sums.meshes > 0 && sums.triangles > 0, `${file}: ${scene.name} is empty`);
    const box = new Box3().setFromObject(scene);
    assert(box.max.y > 0 && Number.isFinite(box.min.y), `${file}: ${scene.name} does not stand on the ground`);
    const { meshes, vertices, triangles } = sums;
    nearest ??= triangles;
    console.log(`${file}: ${scene.name}: ${meshes} meshes, ${vertices} vertices, ${triangles} triangles, ${box.max.y.toFixed(2)} m high`);
  }
  return nearest;
}

// A packed file against the one that needs no decoder.
async function unpacked(file) {
  const plain = join(dirname(dirname(file)), basename(file));
  const lists = async (of) => {
    const found = [];
    for (const scene of (await open(of)).scenes) scene.traverse((node) => node.isMesh && found.push(node.geometry));
    return found;
  };
  const [packed, whole] = [await lists(file), await lists(plain)];
  assert(whole.length > 0 && packed.length === whole.length, `${file}: not the meshes of ${plain}`);
  for (const [at, geometry] of whole.entries()) {
    for (const [name, { array }] of Object.entries(geometry.attributes)) {
      const own = packed[at].attributes[name].array;
      assert(array.every((value, row) => value === own[row]) && own.length === array.length, `${file}: ${name} of mesh ${at}`);
    }
    // Packing may begin a triangle at another of its corners.
    const turned = ({ index: { array } }) => {
      const triangles = [];
      for (let at = 0; at < array.length; at += 3) {
        const corners = [...array.subarray(at, at + 3)];
        const first = corners.indexOf(Math.min(...corners));
        triangles.push([...corners.slice(first), ...corners.slice(0, first)].join(' '));
      }
      return triangles;
    };
    assert.deepEqual(turned(packed[at]), turned(geometry), `${file}: triangles of mesh ${at}`);
  }
  const share = statSync(file).size / statSync(plain).size;
  assert(share < 1, `${file}: packing makes it longer`);
  console.log(`${file}: ${(100 * share).toFixed(0)} % of ${plain}`);
}

// Where the shapes of a scene stand, as three.js has it.
async function scene(file, json) {
  const gltf = await open(file);
  const top = gltf.scene;
  top.updateMatrixWorld(true);
  const assets = {};
  top.traverse((node) => {
    const { asset, instances, vertices, triangles, nodes } = node.userData;
    assert(nodes === undefined || node.children.length === nodes, `${file}: the nodes of ${node.name}`);
    if (vertices === undefined) return;
    const parts = [node, ...node.children].filter((part) => part.isMesh);
    const found = parts.map(parts[0].material.map === null ? coloured : size);
    const sum = (what) => found.reduce((sum, part) => sum + part[what], 0);
    assert(sum('vertices') === vertices && sum('triangles') === triangles, `${file}: the mesh of ${node.name}`);
    if (asset === undefined) return;
    for (const part of parts) {
      assert(part.isInstancedMesh && part.count === instances, `${file}: the instances of ${node.name}`);
    }
    const first = new Matrix4();
    parts[0].getMatrixAt(0, first);
    first.premultiply(parts[0].matrixWorld);
    assets[asset] ??= { instances: 0, triangles, first: first.elements };
    assets[asset].instances += instances;
  });
  const drawn = Object.values(assets).reduce((sum, { instances, triangles }) => sum + instances * triangles, 0);
  const cells = json.nodes.filter(instancing);
  for (const cell of cells) await lists(file, gltf.parser, cell);
  const box = new Box3().setFromObject(top);
  assert([...box.min, ...box.max].every(Number.isFinite), `${file}: the scene has no bounds`);
  const told = { origin_m: json.asset.extras.origin_m, box: { min: [...box.min], max: [...box.max] }, assets };
  console.log(`${file}: ${json.asset.extras.scene}: ${cells.length} cells, ${drawn} triangles of instances`);
  console.log(`${file}: found: ${JSON.stringify(told)}`);
  return told;
}

// What the extension asks for of its lists, which the validator does not know.
async function lists(file, parser, { name, extras, extensions }) {
  for (const [what, at] of Object.entries(extensions[INSTANCING].attributes)) {
    const list = await parser.getDependency('accessor', at);
    const size = { TRANSLATION: 3, ROTATION: 4, SCALE: 3, _COLOR_0: 3 }[what];
    assert(list.itemSize === size && list.count === extras.instances, `${file}: ${what} of ${name}`);
    for (let row = 0; what === 'ROTATION' && row < list.count; row++) {
      const length = Math.hypot(...list.array.subarray(4 * row, 4 * row + 4));
      assert(Math.abs(length - 1) < 1e-5, `${file}: ${what} ${row} of ${name} has the length ${length}`);
    }
  }
}

function expected(stem, found) {
  if (!existsSync(`${stem}.expected.json`)) return;
  const { origin_m, assets } = JSON.parse(readFileSync(`${stem}.expected.json`, 'utf8'));
  assert.deepEqual(found.origin_m, origin_m, `${stem}: the origin`);
  assert.deepEqual(Object.keys(found.assets).sort(), Object.keys(assets).sort(), `${stem}: the assets`);
  for (const [name, { instances, first }] of Object.entries(assets)) {
    assert.equal(found.assets[name].instances, instances, `${stem}: the instances of ${name}`);
    first.forEach((number, at) => {
      const off = Math.abs(number - found.assets[name].first[at]);
      assert(off < 1e-4, `${stem}: number ${at} of the first matrix of ${name} is off by ${off}`);
    });
  }
  console.log(`${stem}.expected.json: agrees`);
}

function coloured({ geometry, material }) {
  const { position, normal, color } = geometry.attributes;
  assert(normal.count === position.count && color.count === position.count, 'each vertex has a normal and a colour');
  assert(material.vertexColors && material.map === null, 'the material takes its colour from the vertices');
  return { vertices: position.count, triangles: geometry.index.count / 3 };
}

function size({ geometry, material }) {
  const { position, normal, tangent, uv, _wind } = geometry.attributes;
  assert(normal.count === position.count && uv.count === position.count, 'each vertex has a normal and a texture coordinate');
  assert(material.map.image.width > 0, 'each material has a picture');
  if (material.name !== 'impostor') {
    assert(tangent.count === position.count && _wind.count === position.count, 'each vertex has a tangent and its wind');
    assert(material.normalMap && material.aoMap && material.roughnessMap, 'each material has its normals and its surface');
  }
  return { vertices: position.count, triangles: geometry.index.count / 3 };
}

// Node draws no pictures; what the head of the PNG file says must do.
async function picture(parser, at) {
  const { source } = parser.json.textures[at];
  const { bufferView, mimeType } = parser.json.images[source];
  assert.equal(mimeType, 'image/png');
  const head = new DataView(await parser.getDependency('bufferView', bufferView));
  assert.equal(head.getBigUint64(0), 0x89504e470d0a1a0an, 'the picture is a PNG file');
  return new Texture({ width: head.getUint32(16), height: head.getUint32(20) });
}

function meshes(stem, triangles) {
  if (!existsSync(`${stem}.obj`) || !existsSync(`${stem}.ply`)) return;
  const obj = new OBJLoader().parse(readFileSync(`${stem}.obj`, 'utf8'));
  const inObj = obj.children.reduce((sum, part) => sum + part.geometry.attributes.position.count / 3, 0);
  const bytes = readFileSync(`${stem}.ply`);
  const ply = new PLYLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  assert.equal(inObj, triangles, `${stem}.obj: triangles`);
  assert.equal(ply.index.count / 3, triangles, `${stem}.ply: triangles`);
  console.log(`${stem}.obj, .ply: ${triangles} triangles`);
}

function lines(stem) {
  if (!existsSync(`${stem}.obj`) || !existsSync(`${stem}.ply`)) return;
  const obj = new OBJLoader().parse(readFileSync(`${stem}.obj`, 'utf8'));
  const segments = obj.children.reduce((sum, part) => {
    assert(part.isLineSegments, `${stem}.obj: ${part.name} is no set of lines`);
    return sum + part.geometry.attributes.position.count / 2;
  }, 0);
  const loader = new PLYLoader();
  loader.setCustomPropertyNameMapping({ radius: ['radius'] });
  const nodes = loader.parse(readFileSync(`${stem}.ply`, 'utf8')).attributes;
  assert.equal(segments, nodes.position.count - 1, `${stem}: a segment leads to every node but the base`);
  assert(nodes.radius.array.every((radius) => radius > 0), `${stem}.ply: every node has a radius`);
  console.log(`${stem}.obj, .ply: ${nodes.position.count} nodes, ${segments} segments`);
}
