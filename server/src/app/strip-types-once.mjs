// Loaded before the server's own code (node-arguments.mjs), therefore plain JavaScript.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param {(string | Buffer)[]} texts */
const hashOf = (...texts) => texts.reduce((hash, text) => hash.update(text), createHash('sha256')).digest('hex');

/** Of what is kept, in front of it. */
const HASH_LENGTH = 64;

/**
 * A source without its types, every line and column where it was; stripped once, and kept.
 * @param {string} source
 * @param {string} folder
 * @throws SyntaxError where types cannot just be left out.
 */
function strippedOnce(source, folder) {
  // Another text, and another Node, have another name.
  const file = join(folder, `${hashOf(process.version, source)}.js`);
  const kept = read(file);
  if (kept !== undefined) return kept;
  const text = stripTypeScriptTypes(source);
  keep(file, text);
  return text;
}

/**
 * The text of a file, unless it is not as it was written: a machine that fails may leave it empty, or full of zeros.
 * @param {string} file
 */
function read(file) {
  try {
    const content = readFileSync(file);
    const text = content.subarray(HASH_LENGTH);
    return content.toString('latin1', 0, HASH_LENGTH) === hashOf(text) ? text.toString() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whole or not at all: processes start side by side, and may be killed. Where nothing can be kept, each start strips.
 * @param {string} file
 * @param {string} text
 */
function keep(file, text) {
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, hashOf(text) + text);
    renameSync(draft, file);
  } catch {
    rmSync(draft, { force: true });
  }
}

/**
 * Node keeps compiled code of a start for the next one in a folder (`NODE_COMPILE_CACHE`), stripped texts among it, and all that it
 * reads from there in memory. Texts that are given to it as plain JavaScript it does not keep: some 10 MiB less in a process.
 */
const compiled = process.env['NODE_COMPILE_CACHE'];
if (compiled) {
  const folder = join(compiled, 'stripped');
  registerHooks({
    load(url, context, next) {
      if (context.format !== 'module-typescript') return next(url, context);
      try {
        const source = strippedOnce(readFileSync(fileURLToPath(url), 'utf8'), folder);
        return { format: 'module', source, shortCircuit: true };
      } catch {
        // Node says what is wrong with it, and where.
        return next(url, context);
      }
    },
  });
}
