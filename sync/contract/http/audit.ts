import * as z from 'zod/mini';
import { MAX_AUDIT_EXPORT, MAX_AUDIT_PAGE_SIZE } from '../limits.ts';
import { adminEndpoint } from './endpoint.ts';
import { wholeNumberSchema } from '../text/parameters.ts';

export const auditEntrySchema = z.object({
  number: z.int(),
  /** ISO 8601. */
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The actor of entries by administrators without a name. */
export const NAMELESS_ACTOR = 'administrator';

/** Stands for administrators without a name in the filter by person. */
export const NAMELESS_PERSON = '-';

const time = z.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER));
const filterShape = {
  /** Id of a person, or `NAMELESS_PERSON`. */
  person: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  action: z.optional(z.string().check(z.regex(/^[a-z-]{1,40}$/, 'must be the name of an action'))),
  /** Start of the period, in ms. */
  from: time,
  /** End of the period, exclusive, in ms. */
  until: time,
};
const filterSchema = z.strictObject(filterShape);
/** Conditions that entries must meet; a missing condition does not exclude any entry. */
export type AuditFilter = z.infer<typeof filterSchema>;

export const listAudit = adminEndpoint('owner', 'GET /api/admin-audit', {
  summary: 'What administrators did, the newest first',
  query: z.strictObject({
    ...filterShape,
    before: z.optional(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER)),
    limit: z.optional(wholeNumberSchema(1, MAX_AUDIT_PAGE_SIZE)),
  }),
  reply: z.object({ entries: z.array(auditEntrySchema) }),
});

export const listAuditPeople = adminEndpoint('owner', 'GET /api/admin-audit/people', {
  summary: 'The people of the audit log, with the last name of each',
  reply: z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

export const exportAudit = adminEndpoint('owner', 'POST /api/admin-audit/export', {
  summary: 'The newest entries for a file; the export becomes an entry itself',
  body: filterSchema,
  reply: z.object({
    entries: z.array(auditEntrySchema).check(z.maxLength(MAX_AUDIT_EXPORT)),
    /** Whether older entries were left out. */
    more: z.boolean(),
  }),
});
