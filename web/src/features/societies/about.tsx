import type { Society } from '#models/contract/societies';
import { AboutCard } from './society-parts';

/** About card of a society; not rendered if it has no tags, rules or contact. */
export function About({ society }: { society: Society }) {
  const { Tags, Rules, Contact_Email, Website } = society;
  return Tags.length > 0 || Rules || Contact_Email || Website ? <AboutCard society={society} /> : null;
}
