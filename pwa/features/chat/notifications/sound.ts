/** The tones of the chime, in Hz. */
const TONES = [660, 880] as const;
/** The time from the start of one tone to the start of the next. Each tone lasts twice as long. */
const TONE_SECONDS = 0.12;
const LOUDNESS = 0.08;

/** Whether the visitor has interacted with this page: browsers block sound before that. */
export const canPlaySound = (): boolean => navigator.userActivation?.hasBeenActive ?? false;

/** Plays a short synthesized chime; no file is fetched. Silent where the browser blocks sound. */
export async function playChime(): Promise<void> {
  const context = new AudioContext();
  try {
    await context.resume();
    const ended = TONES.map((hertz, index) => playTone(context, hertz, context.currentTime + index * TONE_SECONDS));
    await Promise.all(ended);
  } finally {
    await context.close();
  }
}

function playTone(context: AudioContext, hertz: number, startsAt: number): Promise<void> {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = hertz;
  // A tone that begins or ends at full loudness clicks.
  volume.gain.setValueAtTime(0, startsAt);
  volume.gain.linearRampToValueAtTime(LOUDNESS, startsAt + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, startsAt + TONE_SECONDS * 2);
  tone.connect(volume).connect(context.destination);
  tone.start(startsAt);
  tone.stop(startsAt + TONE_SECONDS * 2);
  return new Promise((resolve) => {
    tone.addEventListener('ended', () => resolve(), { once: true });
  });
}
