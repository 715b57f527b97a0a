/** What an element is that draws pixels of its own; empty for others. */
export function kindOf(element: Element): '' | 'image' | 'canvas' | 'video' | 'frame' {
  switch (element.localName) {
    case 'img':
    case 'svg':
      return 'image';
    case 'input':
      return (element as HTMLInputElement).type === 'image' ? 'image' : '';
    case 'canvas':
      return 'canvas';
    case 'video':
      return 'video';
    case 'iframe':
    case 'frame':
    case 'object':
    case 'embed':
      return 'frame';
    default:
      return '';
  }
}
