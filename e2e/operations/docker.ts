import { run } from './trial.ts';

/** Runs `docker`. @returns what it has written. @throws Error with that when it fails. */
export function docker(...args: string[]): string {
  const { ok, output } = run('docker', args);
  if (!ok) throw new Error(`docker ${args[0]}: ${output}`);
  return output;
}

/** Why nothing can be made of these images here; undefined: it can. */
export function whyNoDocker(images: readonly string[]): string | undefined {
  if (!run('docker', ['info']).ok) return 'Docker does not run';
  const missing = images.filter(
    (image) => !run('docker', ['image', 'inspect', image]).ok && !run('docker', ['pull', image]).ok,
  );
  return missing.length === 0 ? undefined : `the images ${missing.join(', ')} are not to be had`;
}
