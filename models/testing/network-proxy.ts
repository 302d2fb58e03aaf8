import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface NetworkProxy {
  /** Where it is reached: the path of a socket. */
  path: string;
  /** From now on nothing is passed on; those who speak hear nothing. */
  hold(): void;
  /** What was held is lost with its connections; new ones are passed on again. */
  drop(): void;
  close(): Promise<void>;
}

/** A line to a server on a unix socket that can go dead: what is said meanwhile never arrives. */
export async function openNetworkProxy(path: string, to: string): Promise<NetworkProxy> {
  const open = new Set<Socket>();
  let held = false;
  const server = createServer((near) => {
    open.add(near);
    near.once('close', () => open.delete(near));
    near.on('error', () => {});
    if (held) return;
    const far = connect(to);
    near.pipe(far).pipe(near);
    far.on('error', () => near.destroy());
    far.once('close', () => near.destroy());
    near.once('close', () => far.destroy());
    near.on('hold', () => {
      near.unpipe(far);
      far.unpipe(near);
    });
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    path,
    hold: () => {
      held = true;
      for (const near of open) near.emit('hold');
    },
    drop: () => {
      held = false;
      for (const near of open) near.destroy();
    },
    close: async () => {
      for (const near of open) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
