import sharp from 'sharp';

/** The loaders that an upload may reach. libvips knows dozens more (SVG, TIFF, PDF, …); none of them ever sees a stranger's bytes. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

const SVG_LOADER = { operation: ['VipsForeignLoadSvgBuffer'] };

/** Lets sharp read SVG while `work` runs, for drawings of our own; it must be over before the server takes uploads. */
export async function withSvgLoader<T>(work: () => Promise<T>): Promise<T> {
  sharp.unblock(SVG_LOADER);
  try {
    return await work();
  } finally {
    sharp.block(SVG_LOADER);
  }
}
