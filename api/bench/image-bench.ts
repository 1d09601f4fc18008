import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { signInImageClient } from '../testing/clients/image-client.ts';
import { createRandom } from '../testing/random.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import '../images/processing/image-loaders.ts';

/** A photo of 12 megapixels through the whole of the server against two sizes of it made one by one; medians. */
export interface ImageBenchResult {
  readonly photoBytes: number;
  /** From the first byte of the upload to the last one of the answer: in every width, on the disk, shown by its product. */
  readonly answerMs: number;
  /** The processor's time for it, on all cores, the sender's part with it. */
  readonly answerCpuMs: number;
  /** A picture and a preview in memory, each from a decode of its own. */
  readonly plainMs: number;
  readonly ratio: number;
  /** How much the process grew while a form with many of them was read. */
  readonly formGrowthBytes: number;
}

export interface ImageBenchOptions {
  readonly rounds?: number;
  /** Photos of the form whose memory is measured. */
  readonly formPhotos?: number;
}

const WIDTH = 4_000;
const HEIGHT = 3_000;
const SAMPLE_MS = 20;

/** Measures administrators' uploads in turns with the least that anybody would do. */
export async function benchImages({ rounds = 5, formPhotos = 20 }: ImageBenchOptions = {}): Promise<ImageBenchResult> {
  const photo = await makePhoto();
  const app = await startTestApp();
  try {
    const admin = await signInImageClient(app);
    await app.context.products.saveProducts('pc', [
      { id: 1, fields: { title: 'Lamp', main_category: 'Light', category: 'Desk' } },
    ]);
    const answers: Duration[] = [];
    const plain: Duration[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const answer = await timeOf(async () => {
        const { status } = await admin.upload('pc', 1, [{ bytes: photo }]);
        if (status !== 200) throw new Error(`The upload was answered with ${status}`);
      });
      const compared = await timeOf(() => makePlainly(photo));
      // The first round warms up.
      if (round < 0) continue;
      answers.push(answer);
      plain.push(compared);
    }
    const formGrowthBytes = await measureGrowth(async () => {
      await admin.upload(
        'pc',
        1,
        Array.from({ length: formPhotos }, () => ({ bytes: photo })),
      );
    });
    const [answerMs, plainMs] = [answers, plain].map((durations) => median(durations.map(({ wallMs }) => wallMs))) as [
      number,
      number,
    ];
    const answerCpuMs = median(answers.map(({ cpuMs }) => cpuMs));
    return { photoBytes: photo.length, answerMs, answerCpuMs, plainMs, ratio: answerMs / plainMs, formGrowthBytes };
  } finally {
    await app.stop();
  }
}

/** Shapes and grain, as much for an encoder to do as a camera leaves. */
async function makePhoto(): Promise<Buffer> {
  const random = createRandom(12);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0, at = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const light = 128 + 60 * Math.sin(x / 170) * Math.cos(y / 130) + (((x >> 6) ^ (y >> 6)) & 31);
      const grain = (random() - 0.5) * 14;
      pixels[at++] = light + grain;
      pixels[at++] = light * 0.8 + grain;
      pixels[at++] = 255 - light + grain;
    }
    if (y % 100 === 0) await nextTurn();
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

async function makePlainly(photo: Buffer): Promise<void> {
  for (const width of [1_600, 400]) await sharp(photo).autoOrient().resize({ width }).webp({ quality: 80 }).toBuffer();
}

interface Duration {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function timeOf(work: () => Promise<void>): Promise<Duration> {
  const startMs = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startMs, cpuMs: (user + system) / 1_000 };
}

/** The most by which the process is larger during a piece of work than before. */
async function measureGrowth(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLE_MS);
  await work();
  clearInterval(timer);
  return most - before;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
