import sharp from 'sharp';

/** The smallest picture that is taken for a proof. */
export async function png(name: string, background = 'red'): Promise<File> {
  const picture = sharp({ create: { width: 200, height: 240, channels: 3, background } });
  return new File([new Uint8Array(await picture.png().toBuffer())], name, { type: 'image/png' });
}
