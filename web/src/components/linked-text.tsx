import Linkify from 'linkify-react';

const options = { className: 'link', target: '_blank', rel: 'noopener noreferrer nofollow ugc', defaultProtocol: 'https' };

/** Web and e-mail addresses become links; everything else stays the text that it is. */
export default function LinkedText({ text }: { text: string }) {
  return <Linkify options={options}>{text}</Linkify>;
}
