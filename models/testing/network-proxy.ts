import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface NetworkProxy {
  /** Path of the proxy's socket. */
  path: string;
  /** Stops forwarding; both sides stay connected and receive nothing. */
  hold(): void;
  /** Closes the held connections with their data; new ones are forwarded again. */
  drop(): void;
  close(): Promise<void>;
}

/** A proxy before a server on a unix socket that can stall: data sent meanwhile is lost. */
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
