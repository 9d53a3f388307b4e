/** The address of a worker file that the bundler creates. */
declare module "*?worker&url" {
  const address: string;
  // eslint-disable-next-line import/no-default-export -- the bundler provides it as the default export
  export default address;
}
