"""One measured figure and the bar it is held against."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    unit: str
    bar: float | None = None
    higher_is_better: bool = True

    @property
    def holds(self) -> bool | None:
        if self.bar is None:
            return None
        return self.value >= self.bar if self.higher_is_better else self.value <= self.bar

    @property
    def shown(self) -> str:
        return f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.3g}"

    @property
    def bar_shown(self) -> str:
        if self.bar is None:
            return ""
        return f"{'at least' if self.higher_is_better else 'at most'} {self.bar:,g}"
