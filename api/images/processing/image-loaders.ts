import sharp from 'sharp';

// The only loaders that uploaded bytes may reach: libvips has dozens more (SVG, TIFF, PDF, …).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

const SVG_LOADER = { operation: ['VipsForeignLoadSvgBuffer'] };

/** Lets sharp read SVG while `work` runs, for the seed's own drawings. Must end before the server accepts uploads. */
export async function withSvgLoader<T>(work: () => Promise<T>): Promise<T> {
  sharp.unblock(SVG_LOADER);
  try {
    return await work();
  } finally {
    sharp.block(SVG_LOADER);
  }
}
