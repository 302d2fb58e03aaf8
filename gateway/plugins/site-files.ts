import type { FastifyInstance } from 'fastify';

const dayMs = 24 * 3600_000;
const hidden = { schema: { hide: true } };
const aDay = 'public, max-age=86400';

/** Expiry date in a year, renewed each day. */
const inAYear = (now: number): string => `${new Date(now + 365 * dayMs).toISOString().slice(0, 10)}T00:00:00Z`;

/** Crawlers may read what visitors see; the excluded pages ask for a login anyway. */
const robots = ['User-agent: *', 'Disallow: /account', 'Disallow: /admin/', 'Disallow: /notifications', ''].join('\n');

/** Serves the fixed addresses for password managers, security researchers and crawlers. */
export function registerSiteFiles(app: FastifyInstance): void {
  app.get('/.well-known/change-password', hidden, (_request, reply) => reply.redirect('/account?tab=security'));
  app.get('/.well-known/security.txt', hidden, (_request, reply) => {
    const { publicUrl, supportEmail } = app.settings;
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${inAYear(Date.now())}`,
      'Preferred-Languages: en, ar',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').header('cache-control', aDay).send(lines.join('\n'));
  });
  app.get('/robots.txt', hidden, (_request, reply) => reply.type('text/plain; charset=utf-8').header('cache-control', aDay).send(robots));
}
