import { expect, it } from 'vitest';
import { adminManifest } from './admin-manifest.ts';

it('opens photos with every file extension that cameras and programs use', () => {
  const [handler] = adminManifest().file_handlers ?? [];
  expect(handler).toEqual({
    action: '/admin',
    accept: { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] },
  });
});
