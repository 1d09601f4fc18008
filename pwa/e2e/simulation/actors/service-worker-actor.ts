import { sendOutbox } from '#pwa/service-worker/send-outbox.ts';
import type { Actor } from '../plans/step.ts';
import { ServiceWorkerRun } from '../world/service-worker-run.ts';

/** The browser wakes the service worker to send the outbox, and may end it at any moment. */
export const serviceWorkerActor: Actor = {
  name: 'service workers',
  steps: [
    {
      kind: 'service worker sends',
      weight: 5,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        closesTabs: choice.below(2) > 0,
        endsAfterMs: choice.oneOf([0, 5, 30, 200, 5_000]),
      }),
      run: async (world, { device: place, closesTabs, endsAfterMs }) => {
        const device = world.device(place);
        if (device?.sub == null) return;
        if (closesTabs) device.crash();
        await world.still.settle();
        const run = new ServiceWorkerRun(device);
        void run.perform(() => sendOutbox(device.sub ?? '')).catch(() => undefined);
        await world.still.advance(Number(endsAfterMs));
        run.end();
      },
    },
  ],
};
