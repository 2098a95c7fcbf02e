import type { Tone } from './status-badge';

/**
 * Tones by the texts that the server sends. A code without a tone does not compile;
 * a text that is new to this build is neutral.
 */
export function toneByText<Code extends string>(
  texts: Record<Code, string>,
  tones: Record<Code, Tone>,
): (text: string) => Tone {
  const codes = Object.keys(texts) as Code[];
  const byText = new Map(codes.map((code) => [texts[code], tones[code]]));
  return (text) => byText.get(text) ?? 'neutral';
}
