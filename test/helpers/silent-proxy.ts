import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What a request for a port of 127.0.0.1 begins with, which browsers write out like a name; the port follows. */
const LOOPBACK = Buffer.concat([Buffer.from([5, 1, 0, 3, 9]), Buffer.from('127.0.0.1')]);
const GRANTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

/** A SOCKS 5 proxy on the loopback that can fall silent: connections stay open, and nothing passes any more. */
export class SilentProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  private constructor(server: Server) {
    this.#server = server;
    // A client that goes away before it has said what it wants has nobody to tell.
    server.on('connection', (socket) => void this.#serve(socket).catch(() => socket.destroy()));
  }

  static async start(): Promise<SilentProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SilentProxy(server);
  }

  get url(): string {
    return `socks5://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What is open stays silent for good; new connections are taken, and silent as well. */
  fallSilent(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** New connections pass again. */
  speakAgain(): void {
    this.#isSilent = false;
  }

  async end(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(client: Socket): Promise<void> {
    this.#keep(client);
    if (this.#isSilent) return;
    await once(client, 'data');
    client.write(Buffer.from([5, 0]));
    const [request] = (await once(client, 'data')) as [Buffer];
    // Browsers look for services of their maker by name; nothing leaves the machine.
    if (!request.subarray(0, LOOPBACK.length).equals(LOOPBACK)) {
      client.destroy();
      return;
    }
    const port = request.readUInt16BE(LOOPBACK.length);
    const target = connect(port, '127.0.0.1', () => {
      client.write(GRANTED);
      client.pipe(target).pipe(client);
    });
    this.#keep(target);
    // As one side ends so does the other.
    target.on('close', () => client.destroy());
    client.on('close', () => target.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
