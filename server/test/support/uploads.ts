import sharp from 'sharp';

/** A small picture. */
export async function png(name: string): Promise<File> {
  const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } });
  return new File([new Uint8Array(await picture.png().toBuffer())], name, { type: 'image/png' });
}
