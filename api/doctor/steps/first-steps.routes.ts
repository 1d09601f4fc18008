import { ApiError } from '#contract/http/errors.ts';
import { FIRST_STEPS, getFirstSteps } from '#contract/http/first-steps.ts';
import { isAllowed } from '#contract/account/roles.ts';
import type { AppContext } from '../../app-context.ts';
import { route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import { findDemoProducts } from '../../seed/demo-products.ts';
import { checkSteps } from './step-checks.ts';

/** Creates the route that tells administrators which first steps are left. */
export function createFirstStepRoutes({
  config,
  database,
  now,
}: Pick<AppContext, 'config' | 'database' | 'now'>): Route[] {
  return [
    route(getFirstSteps, async (_call, { administrator }) => {
      if (!administrator) throw new ApiError('unauthorized');
      const { roles } = administrator;
      const db = database.reader;
      const steps = await checkSteps({ config, db, nowMs: now() });
      const demo = isAllowed(roles, 'catalogue') ? await findDemoProducts(db) : [];
      return {
        steps: steps
          .filter(({ step }) => isAllowed(roles, FIRST_STEPS[step]))
          .map(({ step, findings }) => ({ step, isDone: findings.length === 0 })),
        demoProducts: demo.reduce((sum, { ids }) => sum + ids.length, 0),
      };
    }),
  ];
}
