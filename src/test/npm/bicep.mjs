// Prints the syntax trees of Bicep files, as JSON: an object from each path to its root node.
//   node bicep.mjs <file>...
// A node: kind, field (its name in its parent, if it has one), text (of nodes without children), words (keywords and operators in it),
// line, bad (an error of syntax, or something missing), children (those with names, and bad ones).
// A parameters file has no types, which the grammar wants after "param", so there it is read as "var".
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';

const require = createRequire(import.meta.url);
const wasm = require.resolve('tree-sitter-bicep/tree-sitter-bicep.wasm');

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(wasm));

function tree(node, field) {
  const children = [];
  const words = [];
  for (let i = 0; i < node.childCount; i++) {
    const child = node.child(i);
    if (child.isNamed || child.isError || child.isMissing) {
      children.push(tree(child, node.fieldNameForChild(i)));
    } else {
      words.push(child.type);
    }
  }
  return {
    kind: node.type,
    field: field ?? '',
    text: children.length === 0 || node.isError ? node.text : '',
    words,
    line: node.startPosition.row + 1,
    bad: node.isError || node.isMissing,
    children,
  };
}

function source(path) {
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.bicepparam') ? text.replace(/^param /gm, 'var   ') : text;
}

const trees = {};
for (const path of process.argv.slice(2)) {
  const parsed = parser.parse(source(path));
  trees[path] = tree(parsed.rootNode, '');
  parsed.delete();
}
console.log(JSON.stringify(trees));
