import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { importImage, largestImage, uploadImage } from '#models/contract/uploads';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { ImageField } from './image-field';

const png = (size = 10, type = 'image/png') => new File([new Uint8Array(size)], 'finals.png', { type });
const uploaded = '/uploads/0123456789abcdef01234567';
const uploadAnswer = yes(uploadImage, { ID: newId(), Image: uploaded, Width: 10, Height: 10 });

function Form() {
  const [image, setImage] = useState('');
  return (
    <form>
      <input aria-label="Title" />
      <ImageField value={image} onChange={setImage} />
    </form>
  );
}

function open() {
  const view = show(<Form />);
  const field = screen.getByRole('textbox', { name: 'Image URL' });
  const choose = (file: File) => fireEvent.change(view.container.querySelector('input[type=file]')!, { target: { files: [file] } });
  return { ...view, field, choose };
}
const pasted = (files: File[], types: string[]) => ({ clipboardData: { files, types } });

describe('an image field', () => {
  it('lets the gateway fetch an address, shows the upload, and removes it', async () => {
    const answer = deferred<typeof uploadAnswer>();
    onCall(importImage, () => answer.promise);
    const { user, field, container } = open();
    await user.type(field, 'https://pictures.example/a.png');
    expect(await screen.findByText('Loading the image...')).toBeDefined();
    expect(container.querySelector('img')).toBeNull();
    answer.give(uploadAnswer);
    expect((await screen.findByRole('img', { name: 'The chosen image' })).getAttribute('src')).toBe(uploaded);
    expect(requests.map(({ body }) => body)).toEqual([{ image: 'https://pictures.example/a.png' }]);
    await user.click(screen.getByRole('button', { name: 'Remove the image' }));
    expect(field).toHaveProperty('value', '');
    expect(screen.queryByRole('img')).toBeNull();
    expect(document.activeElement).toBe(field);
  });

  it('shows a field error for an address without a picture, and leaves the address', async () => {
    const text = 'This image could not be loaded. Please check the address or choose a file';
    onCall(importImage, () => no(400, 'validation_failed', 'Some fields', { image: text }));
    const { user, field } = open();
    await user.type(field, 'https://pictures.example/b.png');
    expect(await screen.findByText(text)).toBeDefined();
    expect(field).toHaveProperty('value', 'https://pictures.example/b.png');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('offers to retry the same file after a temporary failure', async () => {
    const answers = [no(503, 'unavailable', 'The service is briefly unavailable. Please try again.'), uploadAnswer];
    onCall(uploadImage, () => answers.shift()!);
    const { choose, user, field } = open();
    choose(png());
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await expect.poll(() => (field as HTMLInputElement).value).toBe(uploaded);
    expect(screen.queryByText('The service is briefly unavailable. Please try again.')).toBeNull();
    expect(requests).toHaveLength(2);
  });

  it('uploads a file, and shows that it is uploading', async () => {
    const answer = deferred<typeof uploadAnswer>();
    onCall(uploadImage, () => answer.promise);
    const { field, choose } = open();
    choose(png());
    expect(await screen.findByRole('button', { name: 'Uploading...' })).toBeDefined();
    answer.give(uploadAnswer);
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined();
    expect(field).toHaveProperty('value', uploaded);
  });

  it('takes a picture pasted anywhere in its form, but not pasted text', async () => {
    onCall(uploadImage, () => uploadAnswer);
    const { field } = open();
    fireEvent.paste(screen.getByRole('textbox', { name: 'Title' }), pasted([png()], ['text/plain', 'Files']));
    expect(requests).toHaveLength(0);
    fireEvent.paste(screen.getByRole('textbox', { name: 'Title' }), pasted([png()], ['Files']));
    await expect.poll(() => (field as HTMLInputElement).value).toBe(uploaded);
  });

  it.each([
    ['is no picture', png(10, 'application/pdf'), 'Please choose a JPEG, PNG, WebP or GIF image'],
    ['is too large', png(largestImage + 1), 'Please choose an image of up to 5 MB.'],
  ])('shows a field error when a file %s', async (_name, file, text) => {
    const { choose } = open();
    choose(file);
    expect(await screen.findByText(text)).toBeDefined();
    expect(requests).toHaveLength(0);
  });

  it("shows the server's refusal under the field, until another file is chosen", async () => {
    onCall(uploadImage, () => no(429, 'too_many_requests', 'Too many requests. Please try again later.'));
    const { choose, user, field } = open();
    choose(png());
    expect(await screen.findByText('Too many requests. Please try again later.')).toBeDefined();
    await user.type(field, 'h');
    expect(screen.queryByText('Too many requests. Please try again later.')).toBeNull();
  });
});
