// Telling whoever listens what happened, each kind of news by its name.

/**
 * A Teller is an EventTarget whose kinds of news are known: News maps the name
 * of each to what is told with it.
 * @template {object} News
 */
export class Teller extends EventTarget {
  /**
   * @template {keyof News & string} Kind
   * @param {Kind} kind
   * @param {News[Kind] extends undefined ? [] : [detail: News[Kind]]} told
   */
  tell(kind, ...[detail]) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /**
   * @template {keyof News & string} Kind
   * @param {Kind} kind
   * @param {(detail: News[Kind]) => void} heed
   */
  on(kind, heed) {
    this.addEventListener(kind, (event) => heed(/** @type {CustomEvent<News[Kind]>} */ (event).detail));
  }
}
