use serde::Serialize;
use specta::Type;

/// A rectangle in pixels. The origin is the upper left corner of the banner; `x` grows to the right, `y` downwards.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width; zero or more.
    pub width: f64,
    /// The height; zero or more.
    pub height: f64,
}

impl Rect {
    /// Creates a rectangle of this size at the origin.
    #[must_use]
    pub fn from_size(width: f64, height: f64) -> Self {
        Self {
            x: 0.0,
            y: 0.0,
            width,
            height,
        }
    }

    /// Returns the right edge.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Returns the bottom edge.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Returns the area in square pixels.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.width * self.height
    }

    /// Moves the rectangle.
    #[must_use]
    pub fn translate(self, x: f64, y: f64) -> Self {
        Self {
            x: self.x + x,
            y: self.y + y,
            ..self
        }
    }

    /// Enlarges the rectangle on each side.
    #[must_use]
    pub fn inflate(self, by: f64) -> Self {
        Self {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    /// Returns the smallest rectangle that contains both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Self {
            x,
            y,
            width: self.right().max(other.right()) - x,
            height: self.bottom().max(other.bottom()) - y,
        }
    }

    /// Returns the area that both cover; `None` if there is none.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()) - x;
        let height = self.bottom().min(other.bottom()) - y;
        (width > 0.0 && height > 0.0).then_some(Self {
            x,
            y,
            width,
            height,
        })
    }

    /// Returns true if the rectangles overlap or touch. A gap of less than one pixel is ignored.
    #[must_use]
    pub fn touches(&self, other: &Self) -> bool {
        let near = |start: f64, end: f64, from: f64, to: f64| start < to + 1.0 && end > from - 1.0;
        near(self.x, self.right(), other.x, other.right())
            && near(self.y, self.bottom(), other.y, other.bottom())
    }
}
