// Reads trees with programs that are not ours: `npm ci`, then `node check.mjs FILE.glb...`.
//
// The Khronos validator must find no error and no warning. three.js must find, in every scene, as many vertices and
// triangles as the file says in the extras of its nodes. Lines that stand beside a file, under its name as `.obj`
// and `.ply`, must hold as many nodes and segments as each other.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import validator from 'gltf-validator';
import { Box3, Texture } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';

// As in a browser: the loader asks for it.
globalThis.self ??= globalThis;

const files = process.argv.slice(2);
assert(files.length > 0, 'name one or more .glb files');
for (const file of files) {
  await validate(file);
  await load(file);
  lines(file.replace(/\.glb$/, ''));
}

async function validate(file) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { uri: basename(file) });
  for (const { severity, code, pointer, message } of report.issues.messages) {
    console.log(`${file}: ${['error', 'warning', 'info', 'hint'][severity]}: ${code} ${pointer}: ${message}`);
  }
  const { numErrors, numWarnings, truncated } = report.issues;
  assert(numErrors === 0 && numWarnings === 0 && !truncated, `${file}: the validator objects`);
  assert.equal(report.info.version, '2.0');
}

async function load(file) {
  const bytes = readFileSync(file);
  const loader = new GLTFLoader().register((parser) => ({ name: 'pictures', loadTexture: (at) => picture(parser, at) }));
  const gltf = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
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
    console.log(`${file}: ${scene.name}: ${meshes} meshes, ${vertices} vertices, ${triangles} triangles, ${box.max.y.toFixed(2)} m high`);
  }
}

function size({ geometry, material }) {
  const { position, normal, uv } = geometry.attributes;
  assert(normal.count === position.count && uv.count === position.count, 'each vertex has a normal and a texture coordinate');
  assert(material.map.image.width > 0, 'each material has a picture');
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
