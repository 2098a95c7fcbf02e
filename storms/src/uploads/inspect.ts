import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { RawAnswer } from '../harness/raw.ts';
import { PAYLOAD } from './pdfs.ts';

const ACTS =
  /\/(JavaScript|JS|Launch|OpenAction|AA|SubmitForm|ImportData|GoToR|GoToE|Rendition|Movie|RichMedia|EmbeddedFiles?|XFA|URI)\b/;
const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;
const MAX_INFLATED_BYTES = 20_000_000;

/** The text of a document with all that readers undo undone. */
function opened(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const streams = [...text.matchAll(STREAM)].map(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1'), { maxOutputLength: MAX_INFLATED_BYTES }).toString('latin1');
    } catch {
      return '';
    }
  });
  return [text, ...streams]
    .join('\n')
    .replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** What is wrong with a file as it is handed on; nothing when it is harmless. */
export async function faultOf(
  { status, headers }: Pick<RawAnswer, 'status' | 'headers'>,
  bytes: Buffer,
): Promise<string | undefined> {
  if (status !== 200) return `the link answers ${status}`;
  const policy = String(headers['content-security-policy']);
  if (!policy.includes('sandbox') || !policy.includes("default-src 'none'")) return `no sandbox: ${policy}`;
  if (!String(headers['content-disposition']).startsWith('attachment')) return 'no download';
  if (headers['x-content-type-options'] !== 'nosniff') return 'may be sniffed';
  const type = String(headers['content-type']);
  if (type === 'application/pdf') return ACTS.exec(opened(bytes))?.[0];
  if (type !== 'image/png' && type !== 'image/jpeg') return `is sent as ${type}`;
  if (bytes.includes(PAYLOAD)) return 'still carries what rode in it';
  const { format } = await sharp(bytes).metadata();
  return type === `image/${format}` ? undefined : `${type} is really ${format}`;
}
