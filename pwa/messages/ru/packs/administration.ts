import type { AdministrationTexts } from '../../packs.ts';
import * as admin from '../admin.ts';
import * as adminAudit from '../admin-audit.ts';
import * as adminLabels from '../admin-labels.ts';
import * as adminInsights from '../admin-insights.ts';
import * as adminList from '../admin-list.ts';
import * as adminOrders from '../admin-orders.ts';
import * as adminReplies from '../admin-replies.ts';
import * as adminShop from '../admin-shop.ts';
import * as adminProblems from '../admin-problems.ts';
import * as adminTransfer from '../admin-transfer.ts';
import * as administrators from '../administrators.ts';
import * as firstSteps from '../first-steps.ts';
import { texts as shops } from './shops.ts';

export const texts: AdministrationTexts = {
  ...shops,
  ...admin,
  ...adminAudit,
  ...adminLabels,
  ...adminInsights,
  ...adminList,
  ...adminOrders,
  ...adminReplies,
  ...adminShop,
  ...adminProblems,
  ...adminTransfer,
  ...administrators,
  ...firstSteps,
};
