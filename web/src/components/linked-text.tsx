import Linkify from 'linkify-react';

const options = { className: 'link', target: '_blank', rel: 'noopener noreferrer nofollow ugc', defaultProtocol: 'https' };

/** Turns web and e-mail addresses in a text into links. */
export default function LinkedText({ text }: { text: string }) {
  return <Linkify options={options}>{text}</Linkify>;
}
