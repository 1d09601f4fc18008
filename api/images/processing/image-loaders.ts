import sharp from 'sharp';

// The only loaders that uploaded bytes may reach: libvips has dozens more (SVG, TIFF, PDF, …).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

// Each image is decoded only once: a cache would only keep the pixels of earlier images in memory, 50 MB and more.
sharp.cache(false);
