declare module 'bidi-js' {
  interface Bidi {
    /** Embedding level of each character; the direction is that of the first strong one unless given. */
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): { levels: Uint8Array };
    /** The mirrored form of a character such as a bracket, or null. */
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
