import sharp from 'sharp';
const [out, h, ...files] = process.argv.slice(2);
const imgs = await Promise.all(
  files.map(async (f) => {
    const { data, info } = await sharp(f)
      .resize({ height: +h, fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { data, w: info.width };
  }),
);
let x = 0;
const comp = imgs.map(({ data, w }) => {
  const r = { input: data, left: x, top: 0 };
  x += w + 8;
  return r;
});
await sharp({ create: { width: x, height: +h, channels: 3, background: '#888' } })
  .composite(comp)
  .png()
  .toFile(out);
