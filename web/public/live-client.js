/** Listens to live messages; reconnects by itself and gets a replay of missed ones (docs/live-client.md). */
export function listen(url, hello, onMessage) {
  const socket = new WebSocket(url);
  let joined = false;
  socket.onopen = () => socket.send(JSON.stringify(hello));
  socket.onmessage = ({ data }) => {
    const { message, payload } = JSON.parse(data);
    joined ||= message === 'joined' && payload.ok;
    if (joined && ['joined', 'position', 'resync'].includes(message)) hello.since = payload.at;
    onMessage(message, payload);
  };
  socket.onclose = () => setTimeout(listen, 1000 + 2000 * Math.random(), url, hello, onMessage);
}
