import { connect, disconnect } from '#models/db/connect';
import { toId } from '#models/db/model';
import { makeApprovalToken } from '#models/db/one-time-tokens';

/** Makes the token of a push's button, as the workers do, for a process that is not connected to the store. */
export async function approvalTokenIn(mongoUri: string, user: string, request: string): Promise<string> {
  await connect(mongoUri);
  return makeApprovalToken(toId(user), toId(request)).finally(disconnect);
}
