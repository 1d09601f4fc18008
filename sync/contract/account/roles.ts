import * as z from 'zod/mini';

/**
 * Roles of administrators. In this order, they give access to everything; products and images; orders with buyers' data; chats as staff.
 */
export const ADMIN_ROLES = ['owner', 'catalogue', 'orders', 'chat'] as const;

export const adminRoleSchema = z.enum(ADMIN_ROLES);
export type AdminRole = z.infer<typeof adminRoleSchema>;

/** Roles of one administrator, each at most once; an administrator without a role can only manage their own access. */
export const adminRolesSchema = z
  .array(adminRoleSchema)
  .check(z.refine((roles) => new Set(roles).size === roles.length, 'must name each role once'));

/** The role that a call or an event needs; `any`: every administrator. */
export type RequiredRole = AdminRole | 'any';

/** Returns whether administrators with `roles` may use what needs `required`; an owner may use everything. */
export const isAllowed = (roles: readonly AdminRole[], required: RequiredRole): boolean =>
  required === 'any' || roles.includes('owner') || roles.includes(required);

/** The socket's events for administrators, each with the role that receives it. */
export const ADMIN_EVENT_ROLES = { adminOrdersChanged: 'orders' } as const satisfies Record<string, RequiredRole>;
