/** Hears live messages, and comes back by itself to what was missed (docs/live-client.md). */
export function listen(url, hello, heard) {
  const socket = new WebSocket(url);
  let joined = false;
  socket.onopen = () => socket.send(JSON.stringify(hello));
  socket.onmessage = ({ data }) => {
    const { message, payload } = JSON.parse(data);
    joined ||= message === 'joined' && payload.ok;
    if (joined && ['joined', 'position', 'resync'].includes(message)) hello.since = payload.at;
    heard(message, payload);
  };
  socket.onclose = () => setTimeout(listen, 1000 + 2000 * Math.random(), url, hello, heard);
}
