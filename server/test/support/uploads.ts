import sharp from 'sharp';

/** A small picture. */
export async function png(name: string, background = 'red'): Promise<File> {
  const picture = sharp({ create: { width: 20, height: 10, channels: 3, background } });
  return new File([new Uint8Array(await picture.png().toBuffer())], name, { type: 'image/png' });
}
