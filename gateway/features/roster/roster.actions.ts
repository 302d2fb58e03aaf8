import { auditPlace } from '#gateway/plugins/audit';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { importRoster } from '#models/commands/import-roster';
import { planRosterImport } from '#models/commands/plan-roster';
import { type RosterFile, readRosterFile } from '#models/commands/roster-file';
import { type applyRoster, type getScim, type planRoster, scimCalls, scimPath } from '#models/contract/roster';
import { AuditEntries } from '#models/db/audit-entries';
import { SharedLoader } from '#models/db/loader';

/** Early work: checks the right to import, and reads the file. */
export async function readRoster({ roster }: { roster: File }, ctx: Ctx): Promise<RosterFile> {
  ctx.require('platform.manage');
  return readRosterFile(new Uint8Array(await roster.arrayBuffer()));
}

export const planRosterAction: Action<typeof planRoster, RosterFile> = async ({ confirm_missing }, ctx, file) => {
  ctx.require('platform.manage');
  return { data: await planRosterImport(file(), confirm_missing === 'true') };
};

export const applyRosterAction: Action<typeof applyRoster, RosterFile> = async ({ confirm_missing, plan }, ctx, file) => {
  ctx.require('platform.manage');
  const by = { actor: ctx.me._id, ...auditPlace(ctx.client.address, ctx.device) };
  return { data: await importRoster(file(), { confirmMissing: confirm_missing === 'true', hash: plan, by }) };
};

/** When SCIM made its last change; shared by all admins who look. */
const lastScimChange = new SharedLoader(async (): Promise<{ at: Date | null }> => {
  const newestOf = (call: string) => AuditEntries.findOne({ call }, { at: 1 }).sort({ at: -1, _id: -1 }).lean();
  const times = (await Promise.all(scimCalls.map(newestOf))).flatMap((entry) => entry?.at.getTime() ?? []);
  return { at: times.length > 0 ? new Date(Math.max(...times)) : null };
});

export const getScimAction: Action<typeof getScim> = async (_nothing, ctx) => {
  ctx.require('platform.manage');
  const { scimToken, publicUrl } = ctx.settings;
  const { at } = await lastScimChange.cached();
  return { data: { Is_On: scimToken !== undefined, Address: `${publicUrl}${scimPath}`, Last_Change: at?.toISOString() ?? null } };
};
