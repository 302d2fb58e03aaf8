/** File types of pictures that are accepted, for a file input's `accept`. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
