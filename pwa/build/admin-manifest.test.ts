import { expect, it } from 'vitest';
import { adminManifest } from './admin-manifest.ts';

it('opens photos under every name that cameras and programs give them', () => {
  const [handler] = adminManifest().file_handlers ?? [];
  expect(handler).toEqual({
    action: '/admin',
    accept: { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] },
  });
});
