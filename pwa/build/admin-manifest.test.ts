import { expect, it } from 'vitest';
import { adminManifest } from './admin-manifest.ts';

it('the installed administration opens JPEG, PNG and WebP files by their usual extensions', () => {
  const [handler] = adminManifest().file_handlers ?? [];
  expect(handler).toEqual({
    action: '/admin',
    accept: { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] },
  });
});
