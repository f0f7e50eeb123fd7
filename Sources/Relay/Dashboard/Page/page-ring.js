/** A ring of progress, 0…1; it is changed in place, so that it may glide. */
function ring() {
  const length = 2 * Math.PI * 15;
  const done = s('circle.done', { cx: 18, cy: 18, r: 15, 'stroke-dasharray': length });
  const element = s('svg.ring', { viewBox: '0 0 36 36', 'aria-hidden': 'true' }, s('circle', { cx: 18, cy: 18, r: 15 }), done);
  element.show = (progress) => {
    const share = Math.min(1, Math.max(0, progress || 0));
    element.classList.toggle('none', share === 0);
    done.setAttribute('stroke-dashoffset', String(length * (1 - share)));
  };
  return element;
}
