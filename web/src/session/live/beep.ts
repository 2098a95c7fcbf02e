import { orderSound } from '@/shared/lib/order-sound';

/** Many orders at once are one sound. */
const PAUSE_MS = 3000;

let context: AudioContext | undefined;

/** A browser lets a page be heard only after the user has touched it. */
function awake(): Promise<AudioContext | undefined> {
  context ??= 'AudioContext' in globalThis ? new AudioContext() : undefined;
  if (context?.state !== 'suspended') return Promise.resolve(context);
  const running = context.resume().then(() => context);
  // Until then `resume` may wait for ever.
  return Promise.race([running, new Promise<undefined>((resolve) => setTimeout(resolve, 200))]);
}

function play(audio: AudioContext): void {
  const now = audio.currentTime;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.setValueAtTime(660, now);
  tone.frequency.setValueAtTime(880, now + 0.12);
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(0.15, now + 0.02);
  volume.gain.linearRampToValueAtTime(0, now + 0.3);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.3);
}

async function playOnce(): Promise<void> {
  const audio = await awake();
  if (audio?.state !== 'running') return;
  play(audio);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

let isPlaying = false;

/** Sounds, if the user wants it; of several tabs one does. */
export async function beep(): Promise<void> {
  if (!orderSound.isOn() || isPlaying) return;
  isPlaying = true;
  try {
    await ('locks' in navigator
      ? navigator.locks.request('kantor.sound', { ifAvailable: true }, (lock) => lock && playOnce())
      : playOnce());
  } finally {
    isPlaying = false;
  }
}
