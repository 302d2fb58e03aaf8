import type { ActivityDoc } from '#models/db/activities';
import { PlannedPosts } from '#models/db/planned-posts';
import { Societies } from '#models/db/societies';
import { excerpt } from '#models/db/text';
import { audienceOf, type VerbSpec } from '../verb.js';

/** A scheduled post that was not published, since its author may no longer post there. Its object is the planned post. */
export const postRefusedVerb: VerbSpec<ActivityDoc> = {
  messages: async () => [],
  async notifications({ object }) {
    const planned = await PlannedPosts.findById(object).lean();
    const society = planned?.refusedAt ? await Societies.findById(planned.society, { name: 1 }).lean() : null;
    if (!planned?.refusedAt || !society) return [];
    return [
      {
        isUnsigned: true,
        key: `refused:${planned._id}`,
        type: 'post_refused',
        params: { society: society.name, excerpt: excerpt(planned.content) },
        link: '/drafts',
        why: 'author',
        audience: () => audienceOf(planned.author),
        society: null,
      },
    ];
  },
  affectedCounters: () => [],
};
