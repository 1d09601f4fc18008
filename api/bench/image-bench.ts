import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { signInImageClient } from '../testing/clients/image-client.ts';
import { createRandom } from '../testing/random.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import '../images/processing/image-loaders.ts';

/** Upload of a photograph of 12 megapixels to the server, compared with scaling it to two sizes; medians. */
export interface ImageBenchResult {
  readonly photoBytes: number;
  /** From the upload's first byte to the response's last: the image is stored in every width and shown by its product. */
  readonly answerMs: number;
  /** Processor time on all cores, including the sender's. */
  readonly answerCpuMs: number;
  /** Time to scale the photograph to a full image and a preview in memory, each from its own decode. */
  readonly plainMs: number;
  readonly ratio: number;
  /** Growth of the process's memory while a form with many photographs was read. */
  readonly formGrowthBytes: number;
}

export interface ImageBenchOptions {
  readonly rounds?: number;
  /** Photographs in the form whose memory is measured. */
  readonly formPhotos?: number;
}

const WIDTH = 4_000;
const HEIGHT = 3_000;
const SAMPLE_MS = 20;

/** Measures administrators' uploads, alternating with the plain scaling of the same photo. */
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
        if (status !== 200) throw new Error(`upload failed with status ${status}`);
      });
      const compared = await timeOf(() => scalePlainly(photo));
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

/** Draws shapes and grain, which take an encoder as long as a camera's photograph. */
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

async function scalePlainly(photo: Buffer): Promise<void> {
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

/** Returns by how many bytes the process's memory grew at most during a piece of work. */
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
