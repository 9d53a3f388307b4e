/** The bundler makes a file of a worker, and this is its address. */
declare module "*?worker&url" {
  const address: string;
  // eslint-disable-next-line import/no-default-export -- the bundler gives it as the default export
  export default address;
}
