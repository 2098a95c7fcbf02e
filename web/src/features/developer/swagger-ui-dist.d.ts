declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Of the library's settings those that are used. */
  interface Settings {
    domNode: HTMLElement;
    spec: object;
    docExpansion: 'list' | 'full' | 'none';
    defaultModelsExpandDepth: number;
    supportedSubmitMethods: readonly string[];
    validatorUrl: null;
    deepLinking: boolean;
    plugins: readonly ((system: import('./one-main').ViewerSystem) => object)[];
  }
  export default function SwaggerUI(settings: Settings): unknown;
}
