import type { FastifyInstance } from 'fastify';

const dayMs = 24 * 3600_000;
const hidden = { schema: { hide: true } };
const aDay = 'public, max-age=86400';

/** Renewed each day, so that it never ends while the gateway runs. */
const inAYear = (now: number): string => `${new Date(now + 365 * dayMs).toISOString().slice(0, 10)}T00:00:00Z`;

/** Crawlers find what visitors see; the rest asks for a login anyway. */
const robots = ['User-agent: *', 'Disallow: /account', 'Disallow: /admin/', 'Disallow: /notifications', ''].join('\n');

/** What password managers, security researchers and crawlers look for at fixed addresses. */
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
