import type * as Pipeline from './image-pipeline.ts';

/** The image pipeline, loaded with its native library when the first image arrives: until then it would only take memory. */
export const processUpload: typeof Pipeline.processUpload = async (...call) => (await load()).processUpload(...call);
export const processToWebp: typeof Pipeline.processToWebp = async (...call) => (await load()).processToWebp(...call);
export const describeImage: typeof Pipeline.describeImage = async (bytes) => (await load()).describeImage(bytes);

const load = (): Promise<typeof Pipeline> => import('./image-pipeline.ts');
