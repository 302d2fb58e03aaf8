import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** The part of the driver's internal class that is used here; its types leave it out. */
interface Connection {
  readonly socket: Socket;
  readonly closed: boolean;
  cleanup(error: Error): void;
}

const requireHere = createRequire(import.meta.url);
// The driver that mongoose uses, so that both share their classes of errors.
const requireOfMongoose = createRequire(requireHere.resolve('mongoose'));
const driver = requireOfMongoose('mongodb/lib/cmap/connection.js') as { Connection: new (...args: unknown[]) => Connection };

/**
 * Connection of the driver that fails a command whose write still waits when the connection closes.
 *
 * The driver's own waits for 'drain' or 'error' of the socket. A socket that the server closed emits neither when the command
 * came between its end and its 'close' event, and the command, with every caller that shares it, waits forever. Seen with
 * mongodb 7.8.0 and 7.9.0; `connect.test.ts` fails once the class is not used.
 */
class PromptConnection extends driver.Connection {
  override cleanup(error: Error): void {
    if (this.closed) return;
    super.cleanup(error);
    // Only a waiting write of the driver listens for 'drain', and it takes an 'error' as its end.
    if (this.socket.listenerCount('drain') > 0) this.socket.emit('error', error);
  }
}

/** Options of a client that uses it. */
export const promptConnections: object = { connectionType: PromptConnection };
